import { openAsBlob } from 'node:fs';
import { MIME_TYPES, type MimeType } from '@vitrine/client';
import { Option, type Command } from 'commander';
import { collect, command, parseCount, parsePositive, type Context } from './command.js';
import { CliError } from './errors.js';
import type { OutputOptions } from './print.js';
import { openUploads, finishRun } from './run-uploads.js';
import type { Batch } from './upload-files.js';

type Options = OutputOptions & {
  readonly tag?: string[];
  readonly atOnce: number;
  readonly name?: string;
  readonly type?: MimeType;
  readonly thumbnail?: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly codec?: string;
};

const AT_ONCE = 3;

export const uploadCommand = (context: Context): Command =>
  command('upload', 'upload pictures and videos; a second run goes on where the first was cut off', [
    'media upload *.mp4 --tag Summer',
    "media upload door.png --name 'Door, August' --thumbnail door-small.jpg",
    "media upload *.jpg --json | jq -r '.failed[].path'",
  ])
    .argument('<files...>', 'jpeg, png, webp, mp4 or webm')
    .option('--tag <name>', 'a tag for each of them; repeat it for several', collect)
    .option('--at-once <count>', 'how many at the same time', parseCount, AT_ONCE)
    .option('--name <name>', 'its name in the library, instead of the file name (one file only)')
    .addOption(new Option('--type <type>', 'what it is, instead of what its ending says').choices(MIME_TYPES))
    .option('--thumbnail <file>', 'a JPEG of at most 1 MB, 480 pixels wide (one file only)')
    .option('--width <pixels>', 'left out, the service reads it from the file', parseCount)
    .option('--height <pixels>', 'left out, the service reads it from the file', parseCount)
    .option('--duration <seconds>', 'left out, the service reads it from the file', parsePositive)
    .option('--codec <codec>', 'such as h264; used only for warnings')
    .action((files: string[], options: Options) => upload(context, files, options));

async function upload(context: Context, files: readonly string[], options: Options): Promise<void> {
  const batch = await toBatch([...new Set(files)], options);
  finishRun(context, await (await openUploads(context, options)).run(batch), options);
}

async function toBatch(paths: readonly string[], options: Options): Promise<Batch> {
  const { tag: tags, atOnce, name, type: mimeType, width, height, duration, codec } = options;
  if (paths.length > 1 && (name !== undefined || options.thumbnail !== undefined)) {
    throw new CliError('--name and --thumbnail are for one file at a time.');
  }
  const thumbnail = options.thumbnail === undefined ? undefined : await openThumbnail(options.thumbnail);
  return { paths, atOnce, details: { name, mimeType, tags, thumbnail, width, height, duration, codec } };
}

const openThumbnail = (path: string): Promise<Blob> =>
  openAsBlob(path).catch(() => {
    throw new CliError(`${path}: there is no such file, or reading it is not allowed to you.`);
  });
