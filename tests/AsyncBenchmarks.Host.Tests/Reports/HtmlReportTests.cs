using System.Text;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class HtmlReportTests
{
    [Fact]
    public void A_runs_page_has_its_tables_and_pictures_in_one_file()
    {
        DirectoryInfo parent = Directory.CreateTempSubdirectory();
        try
        {
            ResultFolder folder = ResultFolder.Open(parent.FullName);
            RunPage.Write(Sample.Run(), folder);
            string html = File.ReadAllText(folder.PathOf(RunPage.HtmlFile));

            Assert.Contains("<td>Ours</td>", html);
            Assert.Contains("Task&lt;T&gt;", html);
            Assert.Contains("<li>failed, Dead: Stack overflow", html);
            Match picture = Assert.Single(Regex.Matches(html, "<img src=\"([^\"]*)\""));
            const string Data = "data:image/svg+xml;base64,";
            Assert.StartsWith(Data, picture.Groups[1].Value);
            Assert.Equal(
                File.ReadAllText(folder.PathOf("Yield.svg")).TrimEnd(),
                Encoding.UTF8.GetString(Convert.FromBase64String(picture.Groups[1].Value[Data.Length..])));
        }
        finally
        {
            parent.Delete(recursive: true);
        }
    }
}
