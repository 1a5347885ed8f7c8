/** Addresses of the screens of lecturers, as paths of the hash router. */
export const lecturerPaths = {
  all: '/train-new/lecturers',
  one: (id: string) => `/train-new/lecturers/${id}`,
  own: '/train-new/teaching',
  managed: '/admin/lecturers',
  edit: (id: string) => `/admin/lecturers/${id}`,
  homepage: (memberId: string) => `/personal-homepage/${memberId}`,
}
