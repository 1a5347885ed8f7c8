/** Addresses of the screens of notices, as paths of the hash router. */
export const noticePaths = {
  all: '/notices',
  one: (id: string) => `/notices/${id}`,
}
