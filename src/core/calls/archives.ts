import { defineCall, membersFrom } from '../../contract'

export const download = defineCall({
  method: 'GET',
  path: '/archive',
  access: membersFrom('owner'),
  tag: 'Tenants',
  operationId: 'downloadArchive',
  summary: 'All that the tenant has, in one file',
  description:
    'A ZIP of JSON lines and files, of one moment, without what opens anything. The answer begins once it is complete. One at a time in a process; each is an entry of the audit log. The sign-in, or a proof of identity, must be younger than ten minutes.',
  file: 'application/zip',
  answer: { description: 'The file' },
})
