export function isBundled(name: 'console' | 'screen'): boolean;
