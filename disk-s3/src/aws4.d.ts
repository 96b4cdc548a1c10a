// aws4 ships no types; only what the signer's tests use is declared.
declare module 'aws4' {
  type Request = {
    service: 's3';
    region: string;
    method: string;
    path: string;
    headers: Record<string, string>;
    signQuery: true;
  };
  type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  const aws4: { sign: (request: Request, keys: Keys) => { path: string } };
  export = aws4;
}
