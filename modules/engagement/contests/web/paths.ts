/** Addresses of the screens of contests, as paths of the hash router. */
export const contestPaths = {
  all: '/contest',
  one: (id: string) => `/contest/${id}`,
  work: (id: string) => `/contest/work/${id}`,
  reviews: '/contest/reviews',
  review: (id: string) => `/contest/review/${id}`,
  managed: '/admin/contests',
  settings: (id: string) => `/admin/contests/${id}`,
  works: (id: string) => `/admin/contests/${id}/works`,
  assignments: (id: string) => `/admin/contests/${id}/assignments`,
  votes: (id: string) => `/admin/contests/${id}/votes`,
  results: (id: string) => `/admin/contests/${id}/results`,
}
