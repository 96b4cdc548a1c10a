import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { notifyFailure } from './notify.js';

// A part of a page whose code comes when it is needed. When it does not come, such as after a new release, that is told, and
// what stands around it stays, with whatever was typed there.
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (thrown) {
      notifyFailure(thrown, 'This could not be opened');
      return { default: () => null };
    }
  });
