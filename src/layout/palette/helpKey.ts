/** Whether `?` opens the help, in the store. WCAG 2.1.4 requires single-key shortcuts to be optional. */
export const helpKey = 'helpKey'
