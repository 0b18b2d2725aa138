/** What is said of a criterion. The walk turns `met` into `partly` where it finds something. */
export const outcomes = { met: 'met', partly: '**in part**', not: '**not met**', none: 'does not apply' } as const
export type Outcome = keyof typeof outcomes

export interface Criterion {
  id: string
  name: string
  level: 'A' | 'AA' | ''
  admin: Outcome
  book: Outcome
  /** Tests, as in docs/coverage.md, or the part of the walk. */
  shown: string
  remark?: string
}

type Row = readonly [
  id: string,
  name: string,
  level: Criterion['level'],
  shown: string,
  remark?: string,
  admin?: Outcome,
  book?: Outcome,
]

const walk = 'the walk'
const shell = '`e2e/shell.spec.ts`'
const availability = '`e2e/availability.spec.ts`'
const bookingPage = '`e2e/bookingPage.spec.ts`'
const noMedia = 'There is neither sound nor film.'
const keyboard = [
  `${walk}: by Tab through each screen`,
  `${availability} › the grid is walked and explained by keyboard alone`,
  '`e2e/desk.spec.ts` › cells are marked and booked by keyboard alone',
  `${bookingPage} › by keyboard alone`,
].join('; ')

const rows: readonly Row[] = [
  [
    '1.1.1',
    'Non-text Content',
    'A',
    `${walk}: axe; \`e2e/files.spec.ts\` › cropped by keyboard, described`,
    'A picture asks for its description.',
  ],
  ['1.2.1', 'Audio-only and Video-only', 'A', '–', noMedia, 'none', 'none'],
  ['1.2.2', 'Captions (Prerecorded)', 'A', '–', noMedia, 'none', 'none'],
  ['1.2.3', 'Audio Description or Media Alternative', 'A', '–', noMedia, 'none', 'none'],
  ['1.2.4', 'Captions (Live)', 'AA', '–', noMedia, 'none', 'none'],
  ['1.2.5', 'Audio Description (Prerecorded)', 'AA', '–', noMedia, 'none', 'none'],
  [
    '1.3.1',
    'Info and Relationships',
    'A',
    `${walk}: axe, one heading of the first level; ${availability} › the grid is walked`,
  ],
  ['1.3.2', 'Meaningful Sequence', 'A', `${walk}: axe; ${availability} › the grid is walked`],
  ['1.3.3', 'Sensory Characteristics', 'A', 'read by hand', 'No text names a place, a shape or a colour alone.'],
  ['1.3.4', 'Orientation', 'AA', `${walk}: small windows`, 'Nothing is tied to an orientation.'],
  ['1.3.5', 'Identify Input Purpose', 'AA', `${walk}: axe`],
  ['1.4.1', 'Use of Color', 'A', `${walk}: axe`, 'A booking’s status is also written; a busy cell has a pattern.'],
  ['1.4.2', 'Audio Control', 'A', '–', noMedia, 'none', 'none'],
  [
    '1.4.3',
    'Contrast (Minimum)',
    'AA',
    `${walk}: axe, light and dark; \`unit/bookingPage/colors.test.ts\`; \`ui/layout/colors.test.ts\``,
    'A tenant’s own colour is darkened or lightened until its text can be read.',
  ],
  ['1.4.4', 'Resize Text', 'AA', `${walk}: twice the size`],
  ['1.4.5', 'Images of Text', 'AA', 'read by hand', 'There are none but logos.'],
  [
    '1.4.10',
    'Reflow',
    'AA',
    `${walk}: 320 px; ${bookingPage} › every step is accessible`,
    'Tables and the timeline scroll within themselves.',
  ],
  ['1.4.11', 'Non-text Contrast', 'AA', '`ui/layout/colors.test.ts`; read by hand'],
  ['1.4.12', 'Text Spacing', 'AA', `${walk}: wide text`],
  ['1.4.13', 'Content on Hover or Focus', 'AA', `${shell} › leaves other tooltips 700 ms, by pointer and by keyboard`],
  ['2.1.1', 'Keyboard', 'A', keyboard],
  ['2.1.2', 'No Keyboard Trap', 'A', `${walk}: the way leads out of each screen`],
  [
    '2.1.4',
    'Character Key Shortcuts',
    'A',
    '`ui/layout/palette.test.tsx` › opens the help by ?, unless that key is switched off; `ui/features/formKeys.test.ts` › adds a service by a plus, except where it is written or zooms',
    '`?` can be switched off; `+` acts only while the focus is within the form of a booking.',
  ],
  [
    '2.2.1',
    'Timing Adjustable',
    'A',
    `${bookingPage}`,
    'A held place is timed so that others get it; its end is shown, and it can be held again.',
  ],
  ['2.2.2', 'Pause, Stop, Hide', 'A', 'read by hand', 'Nothing moves for longer than five seconds.'],
  ['2.3.1', 'Three Flashes or Below', 'A', 'read by hand', 'Nothing flashes.'],
  ['2.4.1', 'Bypass Blocks', 'A', `${walk}: the first stop is “Skip to content”`],
  ['2.4.2', 'Page Titled', 'A', `${walk}: each screen’s title; ${shell} › each have a page with a title and a heading`],
  ['2.4.3', 'Focus Order', 'A', `${keyboard}; \`ui/layout/useHeadingFocus.test.tsx\``],
  ['2.4.4', 'Link Purpose (In Context)', 'A', `${walk}: axe`],
  [
    '2.4.5',
    'Multiple Ways',
    'AA',
    '`e2e/lists.spec.ts` › the palette finds records',
    'Sidebar, search, palette and links. The booking page is a process.',
    'met',
    'none',
  ],
  ['2.4.6', 'Headings and Labels', 'AA', `${walk}: axe`],
  ['2.4.7', 'Focus Visible', 'AA', `${walk}: each stop is marked`],
  ['2.4.11', 'Focus Not Obscured (Minimum)', 'AA', `${walk}: no stop is covered`],
  [
    '2.5.1',
    'Pointer Gestures',
    'A',
    '`e2e/desk.spec.ts` › a long press and a drag mark, and a tap books',
    'Each drag has a form that does the same.',
  ],
  [
    '2.5.2',
    'Pointer Cancellation',
    'A',
    '`ui/features/availabilityActions.test.tsx` › moves a booking by dragging it where it was taken hold of, and Escape lets go',
  ],
  ['2.5.3', 'Label in Name', 'A', `${walk}: axe`],
  ['2.5.4', 'Motion Actuation', 'A', '–', 'Nothing hears of motion.', 'none', 'none'],
  [
    '2.5.7',
    'Dragging Movements',
    'AA',
    '`e2e/blocks.spec.ts` › change the block by hand and by keyboard',
    'Bookings move by a dialog, lists by buttons.',
  ],
  ['2.5.8', 'Target Size (Minimum)', 'AA', `${walk}: axe`],
  [
    '3.1.1',
    'Language of Page',
    'A',
    `${walk}: each screen; ${shell} › a page is painted before its scripts are there, in the language it will have`,
  ],
  [
    '3.1.2',
    'Language of Parts',
    'AA',
    'read by hand',
    'What tenants write is not marked with its language.',
    'partly',
    'partly',
  ],
  ['3.2.1', 'On Focus', 'A', `${walk}: by Tab through each screen`],
  ['3.2.2', 'On Input', 'A', 'read by hand', 'Filters change the list below them, and nothing else.'],
  ['3.2.3', 'Consistent Navigation', 'AA', `${shell} › the sidebar › follows the path`, '', 'met', 'none'],
  [
    '3.2.4',
    'Consistent Identification',
    'AA',
    '`unit/schema/texts.test.ts`',
    'Texts and icons follow from the declarations.',
  ],
  [
    '3.2.6',
    'Consistent Help',
    'A',
    '`e2e/palette.spec.ts`',
    '`?` shows help on each screen; the booking page names the business’s number and address.',
  ],
  [
    '3.3.1',
    'Error Identification',
    'A',
    '`ui/crud/assigned.test.tsx` › has the fields of its type, with their errors named beside them and in the summary',
  ],
  ['3.3.2', 'Labels or Instructions', 'A', `${walk}: axe`],
  [
    '3.3.3',
    'Error Suggestion',
    'AA',
    '`unit/schema/texts.test.ts`',
    'Each problem says what to do; refused times name the nearest free ones.',
  ],
  [
    '3.3.4',
    'Error Prevention (Legal, Financial, Data)',
    'AA',
    '`e2e/jobs.spec.ts` › what was approved, paid or deleted is undone with one click',
  ],
  ['3.3.7', 'Redundant Entry', 'A', bookingPage, 'A step keeps what was given in the one before.'],
  [
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'AA',
    '`e2e/twoStepSignIn.spec.ts`',
    'Passwords and codes can be pasted and filled in by password managers.',
  ],
  [
    '4.1.2',
    'Name, Role, Value',
    'A',
    `${walk}: axe; \`e2e/palette.spec.ts\` › the palette is a combobox with a list of labelled groups`,
  ],
  ['4.1.3', 'Status Messages', 'AA', '`e2e/palette.spec.ts` › says how many it found'],
]

const toCriterion = ([id, name, level, shown, remark, admin = 'met', book = admin]: Row): Criterion => ({
  id,
  name,
  level,
  admin,
  book,
  shown,
  ...(remark && { remark }),
})

export const criteria: readonly Criterion[] = rows.map(toCriterion)

/** Chapters of EN 301 549 V3.2.1 that ask more of a web application than chapter 9, which repeats WCAG 2.1. */
export const software: readonly Criterion[] = (
  [
    ['5.2', 'Activation of accessibility features', '', 'read by hand', 'All of them are always on.'],
    ['5.3', 'Biometrics', '', '–', 'There are none.', 'none'],
    [
      '5.4',
      'Preservation of information in conversion',
      '',
      'read by hand',
      'Exports keep headers; calendar files keep titles and places.',
    ],
    ['6, 7, 8, 13', 'Two-way voice, video, hardware, relay services', '', '–', 'There are none.', 'none'],
    [
      '10',
      'Non-web documents',
      '',
      'read by hand',
      'CSV, ICS and JSON are plain text. Mails have a text of their own beside HTML.',
    ],
    [
      '11.7',
      'User preferences',
      '',
      `${walk}: less motion; \`ui/layout/colors.test.ts\``,
      'Colours, motion, contrast and size follow the system.',
    ],
    [
      '11.8',
      'Authoring tools',
      '',
      '`e2e/files.spec.ts` › described',
      'A picture asks for its description; a saved text cannot choose colours.',
    ],
    ['12.1', 'Product documentation', '', 'this page', 'The documents are Markdown with headings and tables.'],
    ['12.2', 'Support services', '', '–', 'Whoever runs the product offers them.', 'none'],
  ] as const satisfies readonly Row[]
).map(toCriterion)
