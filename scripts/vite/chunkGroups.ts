import type { Rolldown } from 'vite'

/**
 * Sixty small files take longer on a slow line than their content. A group takes the modules that it needs and no
 * earlier group has. Layers keep pieces from waiting for each other.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'entry', tags: ['$initial'], priority: 5 },
  // Both sides of the sign-in need it.
  {
    name: 'session',
    test: /\/src\/pages\/entry\/(?:UnreachablePage|passwordProblem)\.tsx?$|\/useAuthProvider\.js$|\/authProvider\/(?:useSession|useSessionAuth|ownAuth|secondStep)\.ts$/,
    priority: 4,
  },
  // Few people need the second step or a new password.
  { name: 'signIn', test: /\/src\/pages\/entry\/(?!SecondStep|NewPasswordPage)/, priority: 3 },
  { name: 'app', test: /^\0virtual:slotwise\/application$/, priority: 2 },
  { name: 'list', test: /\/src\/crud\/list\/ListScreen\.tsx$/, priority: 1 },
  // Screens without fields need these.
  { name: 'reading', test: /\/useGetOne\.js$|\/ui\/screen\/LoadError\.tsx$/, priority: 1 },
  // Forms and other screens share these; the latter do not wait for forms.
  {
    name: 'controls',
    test: /\/@mui\/material\/esm\/(?:TextField|FormControlLabel|Dialog\w*|MenuItem)\/\w+\.js$|\/use(?:Update|Mutation)\.js$|\/(?:ui\/screen\/(?:takeFocus|ConfirmDialog)|crud\/screen\/(?:BackLink|RecordScreen)|crud\/kinds\/RecordBadges|crud\/form\/(?:RecordPage|formErrors)|crud\/history\/HistorySection|crud\/useUndo)\.tsx?$/,
    priority: 1,
  },
  // Forms within other screens need these.
  {
    name: 'fields',
    test: /\/src\/crud\/form\/(?:RecordForm|FormField|ErrorSummary|SaveButton)\.tsx$/,
    priority: 1,
  },
  // Dialogs and pages with forms share these.
  {
    name: 'sections',
    test: /\/src\/crud\/form\/(?:FormSections|FormEffect|DraftOffer|FormToolbar|FocusFirstField)\.tsx$/,
    priority: 1,
  },
  { name: 'form', test: /\/src\/crud\/form\/FormDialog\.tsx$/, priority: 1 },
  { name: 'formPage', test: /\/src\/crud\/form\/FormPage\.tsx$/, priority: 1 },
]
