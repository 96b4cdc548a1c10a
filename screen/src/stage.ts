// Two layers: what is on, and what comes next, which is decoded before it is shown. Nothing goes before the next is there.

export type Source = {
  readonly type: 'image' | 'video' | 'web';
  readonly name: string;
  readonly src: string;
  readonly seconds: number;
  // Lets go of what stands behind `src`.
  readonly release: () => void;
};

// `still`: a film that stood still half-way.
type Ending = 'ended' | 'still';

export type Prepared = {
  // Shown, and what was on before has gone. False: it cannot be played after all.
  readonly show: () => Promise<boolean>;
  // Its time, from now on; what has no end of its own can be waited for again.
  readonly wait: () => Promise<Ending>;
  readonly drop: () => void;
};

export type Stage = ReturnType<typeof createStage>;

const LOAD_MS = 30_000;
const STILL_MS = 15_000;
const PAINTED_MS = 100;
// An item's time may be a film's own length, rounded: such a film plays to its end.
const ROUNDED_SECONDS = 0.5;

export function createStage(root: HTMLElement) {
  return {
    // Undefined: it cannot be shown.
    async prepare(source: Source): Promise<Prepared | undefined> {
      const layer = document.createElement('div');
      layer.className = 'layer';
      const part = makePart(source);
      layer.append(part.element);
      root.append(layer);
      const drop = (): void => {
        part.stop();
        // Below the next one until that was painted.
        setTimeout(() => {
          layer.remove();
          // A browser has only so many decoders, and keeps what has a source.
          part.empty();
          source.release();
        }, PAINTED_MS);
      };
      if (!(await part.ready)) {
        drop();
        return undefined;
      }
      return {
        async show() {
          if (!(await part.begin())) return false;
          layer.classList.add('shown');
          return true;
        },
        wait: part.wait,
        drop,
      };
    },
    clear: (): void => void (root.textContent = ''),
  };
}

type Part = {
  readonly element: HTMLElement;
  readonly ready: Promise<boolean>;
  readonly begin: () => Promise<boolean>;
  readonly wait: () => Promise<Ending>;
  readonly stop: () => void;
  // Lets go of what it has loaded.
  readonly empty: () => void;
};

function makePart(source: Source): Part {
  if (source.type === 'video') return makeVideo(source);
  return source.type === 'image' ? makeImage(source) : makePage(source);
}

function makeImage({ src, name, seconds }: Source): Part {
  const element = document.createElement('img');
  element.alt = name;
  element.src = src;
  const timer = createTimer(seconds);
  const ready = withinTime(
    element.decode().then(
      () => true,
      () => false,
    ),
  );
  const empty = (): void => element.removeAttribute('src');
  return { element, ready, begin: async () => true, wait: timer.wait, stop: timer.stop, empty };
}

function makeVideo({ src, seconds }: Source): Part {
  const element = document.createElement('video');
  element.muted = true;
  element.playsInline = true;
  element.preload = 'auto';
  element.src = src;
  const timer = createTimer(seconds);
  const stillness = createStillness(element);
  const ready = withinTime(
    new Promise<boolean>((resolve) => {
      // Sound alone can be decoded of some films; that is nothing to look at.
      element.addEventListener('loadeddata', () => resolve(element.videoWidth > 0));
      element.addEventListener('error', () => resolve(false));
    }),
  );
  const ended = new Promise<Ending>((resolve) => {
    element.addEventListener('ended', () => resolve('ended'));
    element.addEventListener('error', () => resolve('still'));
  });
  return {
    element,
    ready,
    // Some browsers never answer for a film that they have no decoder left for.
    begin: () =>
      withinTime(
        element.play().then(
          () => true,
          () => false,
        ),
      ),
    wait: () => {
      const isCut = element.duration > seconds + ROUNDED_SECONDS;
      return Promise.race([ended, stillness.wait(), ...(isCut ? [timer.wait()] : [])]);
    },
    stop() {
      timer.stop();
      stillness.stop();
      element.pause();
    },
    empty() {
      element.removeAttribute('src');
      element.load();
    },
  };
}

// Nobody knows what the page does: it may run, but not open windows, ask, submit, or lead this page elsewhere. A page of
// this very origin would get out of its sandbox with a store of its own, so it gets none.
function makePage({ src, name, seconds }: Source): Part {
  const element = document.createElement('iframe');
  const isForeign = new URL(src, location.href).origin !== location.origin;
  element.setAttribute('sandbox', isForeign ? 'allow-scripts allow-same-origin' : 'allow-scripts');
  element.referrerPolicy = 'no-referrer';
  element.title = name;
  const timer = createTimer(seconds);
  const loaded = new Promise<boolean>((resolve) => element.addEventListener('load', () => resolve(true)));
  element.src = src;
  const empty = (): void => element.removeAttribute('src');
  return { element, ready: withinTime(loaded), begin: async () => true, wait: timer.wait, stop: timer.stop, empty };
}

function createTimer(seconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    wait: (): Promise<Ending> => new Promise((resolve) => (timer = setTimeout(() => resolve('ended'), seconds * 1000))),
    stop: (): void => clearTimeout(timer),
  };
}

// A film whose time does not go on.
function createStillness(element: HTMLVideoElement) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restart = (): void => {};
  return {
    wait: (): Promise<Ending> =>
      new Promise((resolve) => {
        restart = () => {
          clearTimeout(timer);
          timer = setTimeout(() => resolve('still'), STILL_MS);
        };
        restart();
        element.addEventListener('timeupdate', restart);
      }),
    stop: (): void => {
      clearTimeout(timer);
      element.removeEventListener('timeupdate', restart);
    },
  };
}

async function withinTime(work: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), LOAD_MS)));
  const outcome = await Promise.race([work, late]);
  clearTimeout(timer);
  return outcome;
}
