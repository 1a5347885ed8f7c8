/** Addresses of the screens of classes, as paths of the hash router. */
export const classPaths = {
  all: '/train-new',
  one: (id: string) => `/train-new/class-detail/${id}`,
  preview: (id: string) => `/train-new/class-preview/${id}`,
  signUp: (id: string) => `/signup/${id}`,
  signUpExternal: (id: string) => `/signup-esg/${id}`,
  managed: '/admin/classes',
  editor: (id: string) => `/admin/classes/${id}`,
  activities: (id: string) => `/admin/classes/${id}/activities`,
  roster: (id: string) => `/admin/classes/${id}/roster`,
  nominations: '/admin/class-nominations',
  nominees: (id: string) => `/admin/class-nominations/${id}`,
}
