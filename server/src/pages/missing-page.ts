export const MISSING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The server alone, without its console: the API and the guides work all the same.
export const MISSING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The console is not built · Vitrine</title>
</head>
<body>
<main>
<h1>The console is not built</h1>
<p>This server runs, but console/dist is not there. Build it with <code>npm run build</code> and start the server again.</p>
<p>The API works without it; its guides are at <a href="/docs">/docs</a>.</p>
</main>
</body>
</html>
`;
