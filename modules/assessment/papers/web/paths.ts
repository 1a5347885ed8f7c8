/** The addresses of the screens of papers. */
export const paperPaths = {
  papers: '/manage/papers',
  paper: (id: string) => `/manage/papers/${id}`,
  trial: (id: string) => `/manage/papers/${id}/trial`,
} as const
