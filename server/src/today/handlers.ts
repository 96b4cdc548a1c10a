import { getToday } from './get-today.js';

export const todayHandlers = { getToday };
