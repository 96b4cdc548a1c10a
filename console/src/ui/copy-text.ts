// Puts a text on the clipboard; false when the browser would not. navigator.clipboard is there on secure pages only.
export async function copyText(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

// The way from before: a field beside the focused element, so that a dialog that keeps the focus lets it be selected.
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'copied-text' });
  field.readOnly = true;
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
