/** Who keeps the directory: the lecturers of the organizations of the grant, with their fees and contracts. */
export const managesLecturers = { permission: 'lecturer.manage' } as const
/** Who plans training, and therefore sees who is free. */
export const choosesLecturers = { permission: 'class.run' } as const
