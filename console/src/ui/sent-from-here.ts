import { createContext } from 'react';

// The ids of the uploads that this tab sends or has paused. Whoever uploads says so (app.tsx); pages that show what holds room
// need not know.
export const SentFromHere = createContext<ReadonlySet<string>>(new Set());
