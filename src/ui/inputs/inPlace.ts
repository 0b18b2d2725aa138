/**
 * Keeps an autocomplete's options inside the page's landmarks. The fixed position keeps dialogs and popovers from
 * clipping them.
 */
export const inPlace = { disablePortal: true, slotProps: { popper: { popperOptions: { strategy: 'fixed' as const } } } }
