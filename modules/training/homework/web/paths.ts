/** Addresses of the screens of homework, as paths of the hash router. */
export const homeworkPaths = {
  one: (classId: string, activityId: string) => `/train-new/class/${classId}/homework/${activityId}`,
  ofClass: (classId: string, activityId?: string) =>
    `/admin/classes/${classId}/homework${activityId === undefined ? '' : `?task=${activityId}`}`,
  marking: (classId: string, activityId: string, memberId: string) =>
    `/admin/classes/${classId}/homework/${activityId}/${memberId}`,
}
