const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

// A line typed at the terminal that the terminal does not show.
export function askSecret(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (end: () => void): void => {
      stdin.off('data', read).setRawMode(false).pause();
      stderr.write('\n');
      end();
    };
    const read = (input: string): void => {
      for (const key of input) {
        if (ENTER.test(key) || key === CTRL_D) return finish(() => resolve(typed));
        // In raw mode the terminal makes no signal of it.
        if (key === CTRL_C) return finish(() => process.emit('SIGINT'));
        typed = ERASE.test(key) ? typed.slice(0, -1) : typed + key;
      }
    };
    stdin.on('data', read);
    signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
}
