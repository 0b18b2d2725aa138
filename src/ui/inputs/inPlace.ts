/**
 * Keeps an autocomplete's options inside the page's landmarks; their fixed position keeps dialogs from clipping them.
 */
export const inPlace = { disablePortal: true, slotProps: { popper: { popperOptions: { strategy: 'fixed' as const } } } }
