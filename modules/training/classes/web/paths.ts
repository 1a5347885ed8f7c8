/** Addresses of the screens of classes, as paths of the hash router. */
export const classPaths = {
  all: '/class',
  one: (id: string) => `/class/detail/${id}`,
  preview: (id: string) => `/class/preview/${id}`,
  authored: '/admin/classes',
  editor: (id: string) => `/admin/classes/${id}`,
}
