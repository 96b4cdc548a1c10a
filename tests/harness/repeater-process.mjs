// The process of repeater.ts: runs one command after the other, each in the folder and with the settings that it is sent.
const [, , program = ''] = process.argv;
const { main } = await import(program);
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);

let said = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, ...rest) => {
    said[name] += text;
    rest.find((one) => typeof one === 'function')?.();
    return true;
  };
}

async function answer({ args, cwd, env }) {
  said = { stdout: '', stderr: '' };
  process.env = { ...env };
  process.chdir(cwd);
  const code = await main(args);
  process.send({ code, ...said });
}

process.on('message', (call) => void answer(call));
process.send('ready');
