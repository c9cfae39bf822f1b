import { stemmer } from '@orama/stemmers/indonesian';
import type { Locale } from '../locale.js';

export const id: Locale = {
  script: 'Latin',
  iso3: 'ind',
  eldCode: 'ms',
  commonWords: `dan yang di ke dari untuk dengan adalah apa siapa kapan mana mengapa bagaimana berapa tidak ini itu saya kami pada oleh
    akan atau telah dapat bisa sudah belum juga lebih dalam sebagai tersebut harus setiap oleh karena jika maka seperti tahun anda`,
  stemmer,
  negations: 'tidak bukan jangan tanpa belum tak dilarang kecuali',
  conditions: 'jika kalau kecuali apabila asalkan syarat bila',
  provisos: { words: 'kecuali' },
  introducingWords: `yang di ke dari pada dalam dan juga ini itu adalah seperti menurut sesuai berdasarkan bahwa mengatakan menyatakan tertulis berbunyi menyebutkan
    menjelaskan mendefinisikan mengutip kutipan persis berikut tepat
    kebijakan dokumen buku panduan pedoman teks sumber halaman bagian bab paragraf pasal klausul kontrak perjanjian laporan jawaban kalimat aturan peraturan`,
  reversingWords:
    'salah palsu bohong mitos rumor menyangkal membantah meragukan konon sebaliknya abaikan lupakan jarang',
  everybodyWords: 'semua setiap siapapun selalu',
  onlyWords: 'hanya cuma',
  titles: { contents: 'daftar isi' },
  rolesByPlace: true,
  commands: { write: 'simpan|tulis|buat', run: 'jalankan|hitung', file: 'berkas' },
  notInDocuments: String.raw`(?:dokumen|sumber|teks|bagian|kutipan|panduan|kontrak|kebijakan|laporan|informasi)[^.!?]{0,60}tidak (?:mengatakan|menyebut|menyebutkan|menjelaskan|memuat|berisi|mencantumkan|menentukan|membahas|menjawab|disebut|dijelaskan|tercantum)\p{L}*|(?<!\p{L})(?:mereka|hal ini|hal itu|itu|ini) tidak (?:menyebut|dijelaskan|disebut|tercantum|dibahas|mengatakan)\p{L}*|(?:tidak ada|tak satu pun)(?: satu pun)? (?:dari )?(?:dokumen|sumber|teks)[^.!?]{0,15} yang (?:menyebut|mengatakan|menjelaskan|memuat|membahas)\p{L}*|bukan bagian dari (?:dokumen|sumber|teks|apa)|tidak (?:menemukan|dapat menemukan|ditemukan)|tidak ada (?:informasi|keterangan|jawaban)`,
};
