export const MENU = {
  navigation: 'Huvudmeny',
  signOut: 'Logga ut',
  administration: 'Administration',
  tabs: {
    app: 'Larm',
    history: 'Historik',
    building: 'Huset',
    profile: 'Profil',
    admin: 'Admin',
  },
} as const;
