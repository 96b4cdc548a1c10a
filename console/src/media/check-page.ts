export type PageInput = { readonly name: string; readonly url: string };
export type PageFaults = { readonly name?: string; readonly url?: string };

const HTTP = /^https?:\/\/\S+$/i;

export const checkPage = ({ name, url }: PageInput): PageFaults => ({
  ...(!(HTTP.test(url) && URL.canParse(url)) && {
    url: 'Type a whole address that begins with https:// or http://.',
  }),
  ...(name === '' && { name: 'Give it a name that your colleagues recognise.' }),
});
