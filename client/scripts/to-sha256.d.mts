export declare function toSha256(): Promise<string>;
