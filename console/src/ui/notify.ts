import { notifications } from '@mantine/notifications';
import { describeFailure } from './describe-failure.js';

// For what happened beside the thing that the person looks at; what belongs to a form stands in the form.
export const notifyDone = (message: string): void => void notifications.show({ message, color: 'accent' });

export function notifyFailure(failure: unknown, title = 'That did not work'): void {
  const { message, requestId } = describeFailure(failure);
  const text = requestId === undefined ? message : `${message} (request ${requestId})`;
  notifications.show({ title, message: text, color: 'red', autoClose: 12_000, role: 'alert' });
}
