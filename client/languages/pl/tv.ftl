tv-none = Nie trwa żadna partia, którą można oglądać. Następna pojawi się tu sama.
tv-too-small = Terminal jest za mały na planszę. Powiększ go albo zmniejsz czcionkę.
tv-watched = { $room } { $game }, widzów: { $count }
tv-more = jeszcze { $count }
