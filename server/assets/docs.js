// A button on every example that copies it. The pages work without.
for (const figure of document.querySelectorAll('figure.code:not(.output)')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const say = (word) => (button.textContent = word);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(figure.querySelector('code').textContent).then(() => say('Copied'));
    setTimeout(say, 1500, 'Copy');
  });
  if (navigator.clipboard) figure.append(button);
}
