export const archive = {
  'archive.in': 'All records with their history, members, pictures and files, in formats that other programs can read.',
  'archive.notIn':
    'Left out: passwords, and anything that gives access, such as API keys. The file lists what has to be set up again.',
  'archive.download': 'Download the archive',
  'archive.collecting': 'Collecting…',
  'archive.received': '%{size} received',
} as const
