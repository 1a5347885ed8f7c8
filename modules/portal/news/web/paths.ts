/** Addresses of the screens of news, as paths of the hash router. */
export const newsPaths = {
  list: (homeConfigId: string) => `/branch/news-list/${homeConfigId}`,
  /** All that the member may read, whatever page it belongs to. */
  all: '/news',
  one: (id: string) => `/news/${id}`,
  managed: '/manage/news',
  editor: (id: string) => `/manage/news/${id}`,
}
