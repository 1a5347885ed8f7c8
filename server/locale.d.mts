export const utf8Locale: { readonly LC_ALL: string }
export function setUtf8Locale(): void
