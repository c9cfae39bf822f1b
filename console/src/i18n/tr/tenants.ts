export const tenants = {
  navTenants: 'Kuruluşlar',
  operator: 'İşletmeci',
  dependencies: 'Sunucunun parçaları',
  stuckDocuments: 'Takılan belgeler',
  newTenant: 'Yeni kuruluş',
  tenantSlugHint: 'Oturum açarken yazılan ad: küçük harfler, rakamlar ve “-”.',
  firstAdminEmail: 'İlk yöneticinin e-posta adresi',
  firstAdminKey: 'İlk yöneticinin anahtarı',
  firstAdminKeyText: 'Yöneticiye verin; bununla oturum açar. Bir daha gösterilemez.',
  noTenants: 'Henüz kuruluş yok.',
  tenantStatus: {
    active: 'etkin',
    suspended: 'askıda',
    deleting: 'siliniyor',
  },
  suspend: 'Askıya al',
  resume: 'Sürdür',
  suspendText: (name: string) =>
    `“${name}” içindeki herkes bir sonraki istekten başlayarak reddedilir. Hiçbir şey silinmez.`,
  limits: 'Sınırlar',
  limitHint: 'Boş: sunucu ayarlarının söylediği kadar.',
  usedNow: (count: string) => `Şu anda ${count} kullanılıyor.`,
  sessionsLimit: 'Konuşmalar',
  requestsPerMinute: 'Dakikadaki istek sayısı',
  dependency: 'Parça',
  dependencyState: {
    up: 'çalışıyor',
    down: 'çalışmıyor',
  },
  readiness: {
    ready: 'Sunucu hazır.',
    not_ready: 'Sunucu hazır değil.',
    draining: 'Sunucu yeni iş almıyor.',
    shutting_down: 'Sunucu kapanıyor.',
  },
  reindexing: (done: string, total: string) =>
    `Belgeler yeniden dizine ekleniyor: ${done} / ${total}.`,
  lookAgain: 'Yeniden bak',
  noStuck: 'Takılan belge yok.',
  stuckText:
    'Vazgeçilen, sürekli başarısız olan veya on dakikadan uzun süredir bekleyen belgeler. Adlarını yalnızca kendi kuruluşları görür.',
  stuckState: {
    failed: 'vazgeçildi',
    failing: 'başarısız oluyor',
    waiting: 'bekliyor',
  },
  stuckAction: {
    index: 'dizine eklenecek',
    purge: 'silinecek',
  },
  reason: 'Neden',
  oldest: 'En uzun süredir takılanlar',
};
