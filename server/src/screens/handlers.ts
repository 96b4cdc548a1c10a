import { exportCampaignPlays, getCampaignPlays } from './campaign-plays.js';
import { addScreen, pairScreen } from './claim-screen.js';
import { getProgram } from './get-program.js';
import { listScreens } from './list-screens.js';
import { getPairing, startPairing } from './pairing.js';
import { sendBeat, sendPlays } from './plays.js';
import { removeScreen, updateScreen } from './screen-settings.js';

export const screenHandlers = {
  startPairing,
  getPairing,
  getProgram,
  sendBeat,
  sendPlays,
  listScreens,
  addScreen,
  pairScreen,
  updateScreen,
  removeScreen,
  getCampaignPlays,
  exportCampaignPlays,
};
