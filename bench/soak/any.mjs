export const any = (list) => list[Math.floor(Math.random() * list.length)];
