/** Addresses of pages. */
export const pagePaths = {
  branch: (id: string) => `/branch-list-v/${id}`,
  more: (pageId: string, moduleId: string) => `/branch-list-v/branch-list-more/${pageId}/${moduleId}`,
  canvas: (id: string) => `/canvas/${id}`,
  managed: '/manage/pages',
  edit: (id: string) => `/manage/pages/${id}/edit`,
  preview: (id: string, language: string) => `/center/preview/${id}/${language}/1`,
}
