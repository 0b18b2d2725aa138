/** What is said of a channel's booking page. */
export const channels = {
  'channels.open': 'Open the page',
  'channels.preview': 'How the page begins',
  'channels.unsaved': 'Save to publish the page; its address and a preview are here then.',
  'channels.embed': 'To show it in your website',
  'channels.copy': 'Copy',
  'channels.copied': 'Copied',
  'channels.marked': 'The code is marked; copy it with your keyboard',
} as const
