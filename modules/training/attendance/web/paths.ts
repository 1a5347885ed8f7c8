/** Addresses of the screens of attendance, as paths of the hash router. */
export const attendancePaths = {
  managed: (classId: string) => `/admin/classes/${classId}/attendance`,
  session: (classId: string, listId: string) => `/admin/classes/${classId}/attendance/${listId}`,
  scan: (classId: string, listId: string) => `/admin/classes/${classId}/attendance/${listId}/scan`,
  screen: (classId: string, listId: string) => `/check-in-screen/${classId}/${listId}`,
  ownCode: (classId: string) => `/train-new/class/${classId}/own-code`,
  class: (classId: string) => `/train-new/class-detail/${classId}`,
}
