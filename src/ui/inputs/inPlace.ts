/** Keeps an autocomplete's options in the page's landmarks; fixed, so that dialogs do not clip them. */
export const inPlace = { disablePortal: true, slotProps: { popper: { popperOptions: { strategy: 'fixed' as const } } } }
