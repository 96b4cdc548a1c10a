import { BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output, QTFF } from 'mediabunny';

// Loaded only when somebody uploads a QuickTime film (convert-file.ts). What an MP4 cannot hold as it is, is refused: to
// leave out the sound without a word, or to encode anew for minutes, would be worse.
export async function remuxFilm(file: Blob): Promise<Blob> {
  const input = new Input({ formats: [QTFF], source: new BlobSource(file) });
  try {
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
    for (const track of await input.getTracks()) await requireKept(track);
    const conversion = await Conversion.init({ input, output });
    if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error('it holds what an MP4 cannot');
    await conversion.execute();
    if (target.buffer === null) throw new Error('nothing was written');
    return new Blob([target.buffer], { type: 'video/mp4' });
  } finally {
    input.dispose();
  }
}

const FORMAT = new Mp4OutputFormat();

type Track = Awaited<ReturnType<Input['getTracks']>>[number];

async function requireKept(track: Track): Promise<void> {
  const codec = await track.getCodec();
  if (codec === null || !FORMAT.getSupportedCodecs().includes(codec)) throw new Error('its codec is none of an MP4');
}
