export function toCopy(text: string): string;
