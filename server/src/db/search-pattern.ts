// For `like`: finds the text anywhere; %, _ and \ in it are plain characters (decisions, Search).
export const searchPattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
