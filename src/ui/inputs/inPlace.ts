/**
 * Draws an autocomplete's options beside their input instead of at the end of the page, so that they stay inside the page's
 * landmarks; a fixed position keeps dialogs and popovers from cutting them off.
 */
export const inPlace = { disablePortal: true, slotProps: { popper: { popperOptions: { strategy: 'fixed' as const } } } }
