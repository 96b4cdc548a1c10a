import { exportActivity } from './export-activity.js';
import { listActivity } from './list-activity.js';

export const activityHandlers = { listActivity, exportActivity };
