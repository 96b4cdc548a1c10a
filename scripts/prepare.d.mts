export function isConsoleBuilt(): boolean;
