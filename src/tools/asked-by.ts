const VERBS = {
  write:
    'save|store|write|create|make|export|put|append|add|ment|írd?|írj|készíts|hozz létre|tedd|speicher|schreib|erstell|leg|enregistre|écri|crée|guarda|escrib|crea|lưu|viết|tạo|ghi|scriv|salva|salve|escrev|cri[ae]|bewaar|schrijf|maak|сохран|запиш|созда|spara|skriv|skapa|kaydet|yaz|oluştur|zapis|utwórz|ulož|zapiš|gem|opret|lagre|tallenna|kirjoita|salveaz|scrie|simpan|tulis|buat|збереж|створ|запази|създай|сачувај',
  run: 'run|execute|use|calculate|compute|work out|plot|evaluate|futtas|számol|használ|ausführ|berechn|führ|nutze|exécut|calcul|utilis|ejecut|usa|chạy|tính|esegu|execut|uitvoer|voer|bereken|выполн|запусти|посчит|вычисл|kör|beräkna|çalıştır|hesapla|uruchom|oblicz|spusť|spočítej|kjør|suorita|laske|rulează|jalankan|hitung',
};
const FILES =
  'file|fájl|állomány|datei|fichier|archivo|fichero|tệp|arquivo|ficheiro|bestand|файл|fil|dosya|plik|soubor|tiedosto|fișier|berkas|αρχείο|ملف|קובץ|फ़ाइल|\\S{1,40}\\.(?:txt|md|csv|json|html|py)';

const both = (verbs: string, nouns: string): RegExp =>
  new RegExp(`(?=[\\s\\S]*(?<!\\p{L})(?:${verbs}))(?=[\\s\\S]*(?<!\\p{L})(?:${nouns}))`, 'iu');

/** "Save this as a file", in the languages of the answers; in Chinese, Japanese and Korean words stand anywhere. */
export const ASKS_FOR_FILE = new RegExp(
  `^(?:${both(VERBS.write, FILES).source}|(?=[\\s\\S]*(?:文件|ファイル|파일))(?=[\\s\\S]*(?:保存|写|创建|生成|書|作成|작성|저장|만들)))`,
  'iu',
);

export const ASKS_FOR_PYTHON = new RegExp(
  `^${both(VERBS.run, 'python|script|szkript|skript|скрипт|code|код').source}`,
  'iu',
);
export const ASKS_FOR_SHELL = new RegExp(
  `^${both(VERBS.run, 'shell|bash|terminal|command|parancs|befehl').source}`,
  'iu',
);
