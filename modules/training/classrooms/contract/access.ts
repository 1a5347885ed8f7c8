/** Who makes and changes classrooms: those of the own organizations and below. Room managers decide without a permission. */
export const managesRooms = { permission: 'classroom.manage' } as const
