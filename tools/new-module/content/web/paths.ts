/** Addresses of the screens of specimens, as paths of the hash router. */
export const specimenPaths = {
  all: '/specimen',
  one: (id: string) => `/specimen/detail/${id}`,
  preview: (id: string) => `/specimen/preview/${id}`,
  authored: '/admin/specimens',
  editor: (id: string) => `/admin/specimens/${id}`,
}
