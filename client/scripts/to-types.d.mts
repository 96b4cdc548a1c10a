type Row = { readonly query?: object; readonly body?: object; readonly response: object };

export function toTypes(endpoints: Readonly<Record<string, Row>>, others: readonly object[]): string;
