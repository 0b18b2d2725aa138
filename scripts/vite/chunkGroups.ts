import type { Rolldown } from 'vite'

/**
 * On a slow line sixty small files take longer than what is in them. Each group takes what its modules need as well, unless
 * one before it has that already: they form layers, so that no two pieces wait for each other.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', tags: ['$initial'], priority: 5 },
  // What both sides of the sign-in need.
  {
    name: 'session',
    test: /\/src\/pages\/entry\/(?:UnreachablePage|passwordProblem)\.tsx?$|\/useAuthProvider\.js$|\/authProvider\/(?:useSession|useSessionAuth|ownAuth|secondStep)\.ts$/,
    priority: 4,
  },
  // The second step and a new password come for the few who need them.
  { name: 'signIn', test: /\/src\/pages\/entry\/(?!SecondStep|NewPasswordPage)/, priority: 3 },
  { name: 'app', test: /^\0virtual:slotwise\/application$/, priority: 2 },
  { name: 'list', test: /\/src\/crud\/list\/ListScreen\.tsx$/, priority: 1 },
  // What screens without fields need of it.
  { name: 'reading', test: /\/useGetOne\.js$|\/ui\/screen\/LoadError\.tsx$/, priority: 1 },
  // What forms and other screens share, so that those do not wait for forms.
  {
    name: 'controls',
    test: /\/@mui\/material\/esm\/(?:TextField|FormControlLabel|Dialog\w*|MenuItem)\/\w+\.js$|\/use(?:Update|Mutation)\.js$|\/(?:ui\/screen\/(?:takeFocus|ConfirmDialog)|crud\/screen\/BackLink|crud\/kinds\/RecordBadges|crud\/form\/(?:RecordPage|formErrors)|crud\/history\/HistorySection)\.tsx?$/,
    priority: 1,
  },
  // What forms within other screens need.
  {
    name: 'fields',
    test: /\/src\/crud\/form\/(?:RecordForm|FormField|ErrorSummary|SaveButton)\.tsx$/,
    priority: 1,
  },
  // What dialogs and pages with forms share.
  {
    name: 'sections',
    test: /\/src\/crud\/form\/(?:FormSections|FormEffect|DraftOffer|FormToolbar|FocusFirstField|DeleteButton)\.tsx$/,
    priority: 1,
  },
  { name: 'form', test: /\/src\/crud\/form\/FormDialog\.tsx$/, priority: 1 },
  { name: 'formPage', test: /\/src\/crud\/form\/FormPage\.tsx$/, priority: 1 },
]
