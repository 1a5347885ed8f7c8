/** Addresses of the screens of lecturers, as paths of the hash router. */
export const lecturerPaths = {
  all: '/lecturers',
  one: (id: string) => `/lecturers/${id}`,
  own: '/teaching',
  managed: '/admin/lecturers',
  edit: (id: string) => `/admin/lecturers/${id}`,
  homepage: (memberId: string) => `/personal-homepage/${memberId}`,
}
