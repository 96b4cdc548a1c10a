// Made by console/build/endpoint-table.ts.
declare module 'virtual:endpoint-table' {
  type Table = typeof import('@vitrine/contract/endpoints').consoleEndpoints;

  export const endpointTable: { readonly [Name in keyof Table]: readonly [method: string, path: string] };
}
